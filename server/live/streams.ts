import { AccessWatch } from './access-watch';
import { bus } from './bus';
import { storedJournal } from './journal';
import { StreamSlots } from './slots';
import { standingsOf } from './standing';
import { systemClock, Tails } from './tails';

/** What all streams of this process have together. */
export const streams = {
  journal: storedJournal,
  tails: new Tails(storedJournal, bus),
  access: new AccessWatch(standingsOf, systemClock),
  slots: new StreamSlots(),
};
