import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stepText } from './model';

const PIECES = 8;

export type ModelServer = { url: string; requests: () => number; close: () => Promise<void> };

/** The smallest OpenAI-compatible server: streams or returns about 1 KB without delay. */
export async function startModelServer(): Promise<ModelServer> {
  let requests = 0;
  const server = createServer(async (request, response) => {
    let raw = '';
    for await (const chunk of request) raw += chunk;
    if (!request.url?.endsWith('/chat/completions')) return void response.writeHead(404).end();
    requests += 1;
    const { model, stream, stream_options } = JSON.parse(raw) as {
      model: string;
      stream?: boolean;
      stream_options?: { include_usage?: boolean };
    };
    const content = stepText(requests);
    const usage = { prompt_tokens: 300, completion_tokens: 250, total_tokens: 550 };
    const head = { id: `bench-${requests}`, created: 1, model };
    if (!stream) {
      const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify({ ...head, object: 'chat.completion', choices, usage }));
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (body: object) =>
      response.write(
        `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [], ...body })}\n\n`,
      );
    const size = Math.ceil(content.length / PIECES);
    for (let at = 0; at < content.length; at += size) {
      const delta = { role: 'assistant', content: content.slice(at, at + size) };
      send({ choices: [{ index: 0, delta, finish_reason: null }] });
    }
    send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
    if (stream_options?.include_usage) send({ usage });
    response.end('data: [DONE]\n\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}/v1`, requests: () => requests, close };
}
