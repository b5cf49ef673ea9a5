import { safeName } from '@domain/files/name';
import { groundOf, readPath, scratchRoot, slotDirectory } from '@domain/files/path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const RUN = '0190a5f0-0000-7000-8000-000000000001';
const OTHER = '0190a5f0-0000-7000-8000-000000000002';

describe('a path of a run', () => {
  it.each([
    ['draft/notes.md', 'draft/notes.md'],
    [`team/${RUN}/draft/notes.md`, 'draft/notes.md'],
    ['draft/Отчёт 1.md', 'draft/Отчёт 1.md'],
    ['draft/e\u0301.md', 'draft/\u00e9.md'],
    ['..draft/a..b.md', '..draft/a..b.md'],
    ['__proto__/constructor.md', '__proto__/constructor.md'],
  ])('stands below team/{runId}/, whole or relative, in NFC: %s (T-106)', (given, path) => {
    expect(readPath(RUN, given)).toEqual({ path });
  });

  it.each([
    ['../x', 'traversal'],
    ['draft/../../x', 'traversal'],
    [`team/${RUN}/../${OTHER}/x`, 'traversal'],
    ['draft/./x', 'traversal'],
    ['/etc/passwd', 'absolute'],
    ['~/x', 'absolute'],
    ['c:/x', 'absolute'],
    ['c:\\x', 'bad_character'],
    ['draft\\..\\x', 'bad_character'],
    ['draft/a\0.md', 'bad_character'],
    ['draft/a\nb.md', 'bad_character'],
    ['draft/\u202etxt.md', 'bad_character'],
    ['draft/\ud800.md', 'bad_character'],
    ['draft/a:b', 'bad_character'],
    ['draft/ a.md', 'bad_character'],
    ['draft/a.md ', 'bad_character'],
    ['draft/a.', 'bad_character'],
    ['draft//a.md', 'empty'],
    ['draft/', 'empty'],
    ['', 'empty'],
    [`team/${RUN}/`, 'empty'],
    ['draft/CON', 'reserved_name'],
    ['draft/nul.txt', 'reserved_name'],
    [`team/${OTHER}/draft/a.md`, 'other_run'],
    [`draft/${'x'.repeat(256)}.md`, 'too_long'],
    [`draft/${'я'.repeat(120)}.md`, 'too_long'],
    [`${'a/'.repeat(11)}b`, 'too_deep'],
    ['x'.repeat(100_000), 'too_long'],
  ])('is refused and not repaired: row 68, %j', (given, problem) => {
    expect(readPath(RUN, given)).toEqual({ problem });
  });

  it('never leads out of its run, whatever it is made of', () => {
    const part = fc.constantFrom(
      '..',
      '.',
      '',
      'a',
      '/',
      '\\',
      'team',
      RUN,
      '\0',
      'c:',
      '%2e%2e',
      '\u2025',
      '．．',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.string({ unit: 'binary' }), (parts, text) => {
        for (const given of [parts.join('/'), parts.join(''), text]) {
          const { path } = readPath(RUN, given);
          if (path === undefined) continue;
          const resolved = new URL(
            path.split('/').map(encodeURIComponent).join('/'),
            `file:///${scratchRoot(RUN)}`,
          );
          expect(resolved.pathname.startsWith(`/${scratchRoot(RUN)}`)).toBe(true);
          expect(readPath(RUN, path)).toEqual({ path });
        }
      }),
    );
  });
});

describe('the ground of a path', () => {
  const slots = ['draft', 'review', 'contracts'];
  it.each([
    ['draft/a.md', 'own'],
    ['review/a.md', 'another_slot'],
    ['Review/a.md', 'another_slot'],
    ['contracts/draft.md', 'read_only'],
    ['Contracts/draft.md', 'read_only'],
    ['attachments/a.pdf', 'read_only'],
    ['contracts~/a.md', 'another_slot'],
    ['plan.md', 'shared'],
    ['together/plan.md', 'shared'],
  ])('of the slot “draft” at %s is %s', (path, ground) => {
    expect(groundOf(path, 'draft', slots)).toBe(ground);
  });

  it('of a slot that is called like a directory of the run is its own all the same', () => {
    expect(groundOf(`${slotDirectory('contracts')}/a.md`, 'contracts', slots)).toBe('own');
    expect(groundOf('contracts/a.md', 'contracts', slots)).toBe('read_only');
  });
});

describe('a name that somebody gave to a file', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['../../x', 'x'],
    ['C:\\temp\\report.pdf', 'report.pdf'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['two\nlines.txt', 'two lines.txt'],
    ['..', 'file'],
    ['', 'file'],
    ['a"b<c>.md', 'a_b_c_.md'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
  ])('is replaced by one that any system can hold: row 68, %j', (given, name) => {
    expect(safeName(given)).toBe(name);
    expect(readPath(RUN, `attachments/${name}`)).toEqual({ path: `attachments/${name}` });
  });

  it('is a path’s segment whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
        expect(readPath(RUN, `attachments/${safeName(given)}`).problem).toBeUndefined();
      }),
    );
  });
});
