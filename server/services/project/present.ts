import type { Project } from '@domain/project/project';

type Row = {
  id: string;
  slug: string;
  name: string;
  description: string;
  unitId: string | null;
  createdAt: Date;
  archivedAt: Date | null;
};

/** A stored project as the outside sees it. */
export const toProject = (row: Row): Project => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  description: row.description,
  unitId: row.unitId,
  createdAt: row.createdAt.toISOString(),
  archivedAt: row.archivedAt?.toISOString() ?? null,
});
