import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Catalogue, flatten, missingKeys, unusedKeys, uses, usesCatalogue } from './catalogue';
import { argumentsOf } from './icu';
import { sources } from './sources';

const LOCALES = readdirSync('messages').filter((name) => name.endsWith('.json'));
const read = (name: string) => flatten(JSON.parse(readFileSync(`messages/${name}`, 'utf8')) as Catalogue);
const english = read('en.json');
const pages = sources().filter(({ path }) => /^(app|components)\//.test(path));

describe('the message catalogues', () => {
  it('are there in English and Russian', () => {
    expect(LOCALES).toEqual(expect.arrayContaining(['en.json', 'ru.json']));
  });

  it.each(LOCALES)('of %s has every key of the English one and no other', (name) => {
    expect([...read(name).keys()].sort()).toEqual([...english.keys()].sort());
  });

  it.each(LOCALES)('of %s takes the same arguments, message by message, and leaves none empty', (name) => {
    const wrong = [...read(name)].filter(
      ([key, message]) =>
        message.trim() === '' || argumentsOf(message).join() !== argumentsOf(english.get(key) ?? '').join(),
    );
    expect(wrong).toEqual([]);
  });

  it('have every key that a page asks for', () => {
    expect(missingKeys(pages.filter(usesCatalogue), [...english.keys()])).toEqual([]);
  });

  it('have no key that nothing asks for', () => {
    expect(unusedKeys(pages.filter(usesCatalogue), [...english.keys()])).toEqual([]);
  });
});

const page = (text: string) => [{ path: 'a.tsx', text }];

describe('the check of the catalogues', () => {
  it('reports a missing key with its line, whatever the way it is asked for', () => {
    const text = [
      "const t = useTranslations('run');",
      "t('title'); t('gone');",
      "t.rich('gone.too', {});",
      "t(open ? 'title' : 'closed');",
    ].join('\n');
    expect(missingKeys(page(text), ['run.title'])).toEqual([
      'a.tsx:2: no message run.gone',
      'a.tsx:3: no message run.gone.too',
      'a.tsx:4: no message run.closed',
    ]);
  });

  it('reports an unused key, also below a shape that a page asks for', () => {
    const text = "const t = await getTranslations('run');\nt('title');\nt(`tabs.$".concat('{tab}`);');
    const keys = ['run.title', 'run.tabs.log', 'run.other', 'team.title'];
    expect(unusedKeys(page(text), keys)).toEqual(['run.other', 'team.title']);
  });

  it('takes a computed key as any of its part of the catalogue, and no other', () => {
    const text = "const word = useTranslations('status.run');\nword(status);";
    expect(unusedKeys(page(text), ['status.run.queued', 'status.step.ready'])).toEqual(['status.step.ready']);
  });

  it('knows a translator that is a parameter or awaited among others', () => {
    const text = [
      "const [locale, t] = await Promise.all([getLocale(), getTranslations('app')]);",
      "function f(word: ReturnType<typeof useTranslations<'run'>>) { word('title'); }",
      "t('name');",
    ].join('\n');
    expect(
      uses({ text })
        .map(({ key }) => key)
        .sort(),
    ).toEqual(['app.name', 'run.title']);
  });

  it('takes the nearest translator above, where functions share a name', () => {
    const text = "const t = useTranslations('a'); t('x');\nconst t = useTranslations('b'); t('y');";
    expect(uses({ text }).map(({ key }) => key)).toEqual(['a.x', 'b.y']);
  });

  it('does not read comments', () => {
    expect(uses({ text: "const t = useTranslations('a');\n// t('b')" })).toEqual([]);
  });

  it('knows the arguments of a message, inside plurals and choices too', () => {
    expect(
      argumentsOf('{count, plural, one {# step of {team}} other {steps}} in <b>{time, number}</b>'),
    ).toEqual(['<b>', 'count', 'team', 'time']);
    expect(argumentsOf("It's '{literal}' {a, select, x {y} other {}}")).toEqual(['a']);
  });
});
