/** What the frame around every page shows. */
export type ShellOrganization = { slug: string; name: string };
export type ShellTeam = { slug: string; name: string; icon: string; color: string };
export type ShellPerson = { name: string; email: string };
