// Ends a process; nothing here is anybody's request.
import { closeClients } from '../../db/client';
import { closePools } from '../../db/pools';
import { closeBus } from '../../live/bus';
import { closeJobQueue } from '../../queue/enqueue';
import { stopGuards } from '../step/guard';

/** Closes what a process holds open: listeners, bus, queue, database. Call it once, last. */
export async function closeProcess(): Promise<void> {
  stopGuards();
  await Promise.allSettled([closeBus(), closeJobQueue()]);
  await Promise.allSettled([closeClients(), closePools()]);
}
