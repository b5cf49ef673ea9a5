import { tooLarge, type Watch } from './limits';

/** The body of an answer, counted as it is read: beyond `maxBytes`, or when a clock of the watch runs out, it fails. */
export function cappedBody(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  watch: Watch,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let seen = 0;
  const fail = async (controller: ReadableStreamDefaultController, error: unknown) => {
    watch.end();
    // Closes the socket; that it may fail as well changes nothing.
    await reader.cancel(error).catch(() => {});
    controller.error(error);
  };
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          watch.end();
          return controller.close();
        }
        watch.heard();
        seen += value.byteLength;
        if (seen > maxBytes) return await fail(controller, tooLarge());
        controller.enqueue(value);
      } catch (error) {
        await fail(controller, watch.signal.aborted ? watch.signal.reason : error);
      }
    },
    async cancel(reason) {
      watch.end();
      await reader.cancel(reason);
    },
  });
}
