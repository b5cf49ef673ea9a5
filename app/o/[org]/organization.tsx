'use client';
import { type Role, rankOf } from '@domain/access/actor';
import { allows, type Permission } from '@domain/access/policy';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { hrefOf } from '@/components/shell/routes';

type Organization = {
  slug: string;
  name: string;
  /** The address of a path below this organization. */
  href: (path: string) => string;
  /**
   * Whether to offer an action: by the person's highest role here. The server asks again at the resource itself,
   * so that this only keeps buttons away that could never work.
   */
  can: (permission: Permission) => boolean;
};

const Context = createContext<Organization | null>(null);

export function OrganizationProvider(props: { slug: string; name: string; role: Role; children: ReactNode }) {
  const { slug, name, role } = props;
  const value = useMemo<Organization>(() => {
    const rank = rankOf(role);
    return {
      slug,
      name,
      href: (path) => hrefOf(slug, path),
      can: (permission) => allows(permission, { atRank: rank, useRank: rank }),
    };
  }, [slug, name, role]);
  return <Context.Provider value={value}>{props.children}</Context.Provider>;
}

export function useOrganization(): Organization {
  const organization = useContext(Context);
  if (!organization) throw new Error('used outside of an organization');
  return organization;
}
