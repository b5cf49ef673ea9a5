/**
 * Requests whose answers are still streaming. A `Request` follows the signal that it was made with only for as long
 * as it is not collected, and nothing else holds it: without this a client that leaves is at times not noticed.
 */
const held = new Set<readonly Request[]>();

/** The answer, with these requests held until its body has ended or was given up. */
export function holdWhileStreaming(answer: Response, ...requests: Request[]): Response {
  if (!answer.body) return answer;
  const reader = answer.body.getReader();
  held.add(requests);
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          held.delete(requests);
          controller.close();
        } catch (error) {
          held.delete(requests);
          throw error;
        }
      },
      cancel: (reason) => {
        held.delete(requests);
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status: answer.status, headers: answer.headers });
}
