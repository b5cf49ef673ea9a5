import { MAX_TOOL_RESULT_TOKENS, ModifyFiles, ReadFiles } from '@domain/agent/tools';
import { estimateTokens } from '../tokens';
import type { ReadFile } from './context';
import { ToolRefused } from './refused';
import { registerTool } from './registry';

/** Tokens of an answer that are not the file's text. */
const FRAME = 300;

/** The longest piece from `offset` on that a tool's answer holds, and where the next one begins. */
function pieceOf(file: ReadFile, offset: number): object {
  const { path, size, mediaType, version, text } = file;
  const about = { path, version, size, mediaType };
  if (text === null) return { ...about, text: null, note: 'This file is no text.' };
  let end = Math.min(text.length, offset + MAX_TOOL_RESULT_TOKENS * 4);
  while (
    end > offset &&
    estimateTokens(JSON.stringify(text.slice(offset, end))) > MAX_TOOL_RESULT_TOKENS - FRAME
  )
    end = offset + Math.floor((end - offset) * 0.8);
  // Half of a surrogate pair is no character.
  if (end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1)) && end > offset + 1) end -= 1;
  return { ...about, text: text.slice(offset, end), ...(end < text.length && { nextOffset: end }) };
}

registerTool({
  name: 'read_files',
  kind: 'pure',
  scope: 'agent',
  capability: 'read_files',
  description:
    'Lists the files of this run, or reads one: what others delivered (contracts/), added (attachments/) or wrote.',
  input: ReadFiles,
  run: async ({ files }, { path, offset }) => {
    if (path !== undefined) return pieceOf(await files.read(path), offset);
    const { files: all, more } = await files.list();
    return {
      root: files.root,
      ...(more > 0 && { more }),
      files: all.map(({ path, size, version }) => ({ path, size, version })),
    };
  },
});

registerTool({
  name: 'modify_files',
  kind: 'idempotent',
  scope: 'agent',
  capability: 'modify_files',
  description:
    'Writes a text file of this run. Your own directory is yours; elsewhere pass ifMatch, or it answers conflict.',
  input: ModifyFiles,
  run: async ({ files }, writing) => {
    if (writing.text === '' && writing.append) throw new ToolRefused('conflict', 'There is nothing to add.');
    const { path, version, size } = await files.write(writing);
    return { path: files.root + path, version, size };
  },
});
