import { expect, it } from 'vitest';
import { at, sources, withoutComments } from './sources';

it('has no server action: what changes something goes through a procedure or a route that we answer', () => {
  const found = sources()
    .filter(({ path }) => !path.startsWith('tests/'))
    .flatMap((source) =>
      [...withoutComments(source.text).matchAll(/^\s*(['"])use server\1/gm)].map((match) =>
        at(source, match.index, 'a server action'),
      ),
    );
  expect(found).toEqual([]);
});
