import type { ModelRequest } from '../port';
import { readBlocks } from '../prompt/tags';
import { phrasesFor } from './phrases';
import { acceptancePoints } from './points';
import type { DemoTask } from './read';
import { judge } from './review';
import { sample } from './sample';
import { writeDelivery } from './write';

/** What an actor of a handoff answers with. */
type Turn = {
  delivery: unknown;
  intent: 'handoff' | 'complete';
  to: string;
  reason: string;
};

/** Whose slot is about judging what others did. */
const JUDGES = /\b(?:review|check|judge|approv|accept|test)|(?:рецензи|провер|при[её]м|оцен)/i;

export const isTurn = ({ schema }: ModelRequest): boolean => {
  const properties = schema?.jsonSchema.properties;
  return (
    typeof properties === 'object' &&
    properties !== null &&
    'delivery' in properties &&
    'intent' in properties
  );
};

/**
 * An actor that judges gives work that misses a point back once, and says that it is done otherwise; any other
 * delivers and hands over to the first slot that it may, with its last point left out when that one judges, so that a
 * person sees the loop close.
 */
export function takeTurn(request: ModelRequest, task: DemoTask): Turn {
  const prompt = request.messages.find((message) => message.role === 'user')?.text ?? '';
  const [turn] = readBlocks(prompt, 'turn');
  const targets = readBlocks(prompt, 'target').map(({ text, attributes }) => ({
    slot: attributes.slot ?? '',
    judges: JUDGES.test(`${attributes.title} ${text}`),
  }));
  const mayGive = Number(turn?.attributes.left ?? 0) > 0;
  const round = Number(turn?.attributes.round ?? 1);
  const giver = targets.find(({ slot }) => slot === turn?.attributes.from);
  const say = phrasesFor(task.goal);
  const work = readBlocks(prompt, 'input').find(({ attributes }) => attributes.slot === giver?.slot);
  if (work && JUDGES.test(`${task.title} ${task.responsibility}`)) {
    const contract = acceptancePoints('', task.goal).length > 0 ? '' : task.contract;
    const verdict = judge({ ...task, round, work: { text: work.text, contract } });
    const issues = verdict.issues.map(({ text }) => `- ${text}`).join('\n');
    if (!verdict.accept && mayGive) return said(request, task, issues, 'handoff', giver!.slot, issues);
    return said(request, task, work.text, 'complete', '', say.nextText);
  }
  const next = mayGive ? (giver ?? targets[0]) : undefined;
  const delivery = writeDelivery({ ...task, reviewed: round === 1 && next?.judges === true });
  return next
    ? said(request, task, delivery, 'handoff', next.slot, say.overToYou)
    : said(request, task, delivery, 'complete', '', say.nextText);
}

function said(
  { schema }: ModelRequest,
  task: DemoTask,
  text: string,
  intent: Turn['intent'],
  to: string,
  reason: string,
): Turn {
  const properties = schema?.jsonSchema.properties as Record<string, Record<string, unknown>> | undefined;
  const wanted = properties?.delivery;
  const delivery = wanted?.type === 'string' ? text : sample(wanted ?? {}, `Demo model: ${task.goal}`);
  return { delivery, intent, to, reason };
}
