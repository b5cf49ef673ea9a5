/** The sentences of the demo model, in the language of the goal. */
export type Phrases = {
  label: string;
  draft: string;
  changed: string;
  nowCovered: (criterion: string) => string;
  builtOn: string;
  asked: string;
  /** To whoever acts next. */
  overToYou: string;
  next: string;
  nextText: string;
  noPoints: string;
  part: ((subject: string) => string)[];
  missing: (point: string) => string;
  /** What a lead asks of a worker. */
  yourPart: (subject: string) => string;
  /** The same of the one who works on what the others delivered. */
  together: (subject: string) => string;
};

const EN: Phrases = {
  label:
    'Demo model: this text is made from your goal and the contract, without a real model, to show how a run works.',
  draft: 'Draft',
  changed: 'What changed after the review',
  nowCovered: (criterion) => `**${criterion}**: was missing, now has its own part below.`,
  builtOn: 'Built on',
  asked: 'What a tool answered',
  overToYou: 'Over to you: take it from here.',
  next: 'Next step',
  nextText: 'Read it, change what does not fit, and start the run again with a sharper goal.',
  noPoints: 'The contract lists no points, so this is one short answer to the goal.',
  part: [
    (subject) =>
      `Starts from the goal, “${subject}”: whom it is for, what they get, how one sees that it is done.`,
    () => 'The facts at hand, the choice that was made, and the one reason that decided it.',
    () => 'Kept short on purpose: one owner, one date, one measure. What is not known yet is named as open.',
    () =>
      'Checked against the goal: nothing here goes beyond what was asked for, and nothing asked for is missing.',
  ],
  missing: (point) =>
    `Demo model: the delivery has no part about “${point}”. Add one that covers it in so many words.`,
  yourPart: (subject) => `Do your part of “${subject}” and deliver what your slot is responsible for.`,
  together: (subject) => `Do your part of “${subject}” on top of what the others have delivered.`,
};

const RU: Phrases = {
  label:
    'Демо-модель (Demo model): текст составлен из вашей цели и контракта, без настоящей модели, чтобы показать ход запуска.',
  draft: 'Черновик',
  changed: 'Что изменилось после проверки',
  nowCovered: (criterion) => `**${criterion}**: этого не хватало, теперь есть отдельный раздел ниже.`,
  builtOn: 'На чём основано',
  asked: 'Что ответил инструмент',
  overToYou: 'Передаю вам: продолжайте.',
  next: 'Следующий шаг',
  nextText: 'Прочтите, поправьте то, что не подходит, и запустите снова с более точной целью.',
  noPoints: 'В контракте нет отдельных пунктов, поэтому это один короткий ответ на цель.',
  part: [
    (subject) => `Исходит из цели «${subject}»: кому это нужно, что они получат и по чему видно, что готово.`,
    () => 'Известные факты, принятое решение и та единственная причина, которая его определила.',
    () => 'Намеренно коротко: один ответственный, один срок, одна мера. Что ещё неизвестно, так и названо.',
    () => 'Сверено с целью: здесь нет ничего сверх того, о чём просили, и ничего не упущено.',
  ],
  missing: (point) =>
    `Демо-модель (Demo model): в работе нет раздела о «${point}». Добавьте раздел, который прямо это раскрывает.`,
  yourPart: (subject) => `Сделайте свою часть цели «${subject}»: то, за что отвечает ваш слот.`,
  together: (subject) => `Сделайте свою часть цели «${subject}», опираясь на то, что сдали остальные.`,
};

export const phrasesFor = (text: string): Phrases => (/\p{Script=Cyrillic}/u.test(text) ? RU : EN);
