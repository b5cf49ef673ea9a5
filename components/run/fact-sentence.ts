'use client';
import { MICROS_PER_DOLLAR } from '@domain/money';
import type { Fact } from '@domain/run/fact';
import { useLocale, useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { formatDuration } from '../format/duration';
import { formatMoney } from '../format/money';
import { agentName, type Names, personName } from './names';
import { stopWords, useReason } from './reason';

/** Turns a fact into a sentence of the reader's language; a type that is newer than this page is named as it is. */
export function useFactSentence(titles: ReadonlyMap<string, string>, names: Names): (fact: Fact) => string {
  const t = useTranslations('facts');
  const locale = useLocale();
  const reason = useReason();
  return useCallback(
    (fact) => {
      if (!t.has(fact.type)) return fact.type;
      const money = (micros: number) => formatMoney(micros, locale);
      return t(fact.type, {
        ...subject(fact, titles),
        ...figures(fact, money, locale),
        ...who(fact, names, reason),
      });
    },
    [t, locale, reason, titles, names],
  );
}

type Values = Record<string, string | number>;

function subject(fact: Fact, titles: ReadonlyMap<string, string>): Values {
  const values: Values = { step: '', round: 1, attempt: 1 };
  if ('stepId' in fact && fact.stepId) values.step = titles.get(fact.stepId) ?? fact.stepId;
  if ('round' in fact && fact.round !== undefined) values.round = fact.round;
  if ('attempt' in fact && fact.attempt !== undefined) values.attempt = fact.attempt;
  if ('childId' in fact) values.child = titles.get(fact.childId) ?? fact.childId;
  if (fact.type === 'plan.created') {
    values.count = fact.plan.steps.length;
    values.reused = fact.reused?.length ?? 0;
  }
  if (fact.type === 'plan.task.rejected') values.count = fact.issues.length;
  if (fact.type === 'slot.bound') values.step = titles.get(fact.slotId) ?? fact.slotId;
  if (fact.type === 'team.started') values.version = fact.version;
  if (fact.type === 'plan.task.waiting') values.on = fact.on.kind;
  if (fact.type === 'approval.requested') {
    values.kind = fact.kind;
    values.words = fact.question ?? '';
  }
  if (fact.type === 'approval.resolved') {
    values.decision = fact.decision;
    values.words = fact.text ?? '';
  }
  if (fact.type === 'handoff.started') values.giver = fact.by === undefined ? 'actor' : 'person';
  if (fact.type === 'handoff.accepted') {
    values.count = fact.rounds;
    values.why = fact.reason ? 'words' : 'none';
  }
  if (fact.type === 'handoff.completed') values.words = fact.summary;
  if ('to' in fact && fact.to !== undefined) values.child = titles.get(fact.to) ?? fact.to;
  if (fact.type === 'tool.called' || fact.type === 'tool.settled') values.tool = fact.name;
  if (fact.type === 'memory.proposed') values.about = fact.subject || fact.category;
  if (fact.type === 'model.called') values.model = fact.model;
  if (fact.type === 'plan.task.completed') {
    values.verdict = fact.verdict ? (fact.verdict.accept ? 'accept' : 'reject') : 'none';
  }
  return values;
}

function figures(fact: Fact, money: (micros: number) => string, locale: string): Values {
  switch (fact.type) {
    case 'run.started':
      return { amount: money(fact.capMicros) };
    case 'model.called':
      return { amount: money(fact.ceilingMicros) };
    case 'model.settled':
      return {
        outcome: fact.outcome,
        tokens: fact.inputTokens + fact.outputTokens,
        amount: money(fact.outcome === 'unknown' ? fact.unknownMicros : fact.costMicros),
      };
    case 'tool.settled':
      return { outcome: fact.outcome };
    case 'budget.warned':
    case 'budget.exceeded':
      return {
        amount: money(fact.spentMicros),
        cap: money(fact.capMicros),
        scope: fact.scope?.level ?? 'run',
      };
    case 'budget.raised':
      return { amount: money(fact.capMicros) };
    case 'budget.overshot':
      return { amount: money(fact.billedMicros), cap: money(fact.ceilingMicros) };
    case 'team.completed':
      return {
        tokens: fact.totalTokens,
        amount: money(Math.round(fact.costUsd * MICROS_PER_DOLLAR)),
        count: fact.reworkRounds,
      };
    case 'plan.task.retried':
      return { delay: formatDuration(fact.delayMs, locale) };
    case 'step.stopped':
      return { delay: formatDuration(fact.afterMs, locale), tokens: fact.tokensAfter };
    case 'run.closed':
      return {
        tokens: fact.totals.inputTokens + fact.totals.outputTokens,
        amount: money(fact.totals.costMicros),
      };
    case 'run.completed':
      return { amount: money(fact.totals.costMicros) };
    default:
      return {};
  }
}

function who(fact: Fact, names: Names, reason: (code: string) => string): Values {
  const values: Values = { agent: '', person: '', reason: '' };
  if ('agentId' in fact && fact.agentId) values.agent = agentName(names, fact.agentId);
  if (fact.type === 'run.started') values.person = personName(names, fact.startedBy) ?? '';
  if ('by' in fact) values.person = personName(names, fact.by) ?? '';
  if ('reason' in fact && fact.reason !== undefined) values.reason = reason(fact.reason);
  if (fact.type === 'handoff.rejected') values.reason = fact.reason;
  // A person's own words are never a code.
  if (fact.type === 'handoff.started' || fact.type === 'handoff.accepted') values.reason = fact.reason ?? '';
  if (fact.type === 'handoff.cancelled') values.reason = fact.reason;
  if (fact.type === 'run.cancelled') values.reason = stopWords(fact.reason, reason);
  return values;
}
