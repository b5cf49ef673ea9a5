import type { Page } from 'playwright-core';
import type { Place } from './place';
import type { Visitor } from './visitor';

export type Person = { name: string; email: string; password: string; organization: string };

let people = 0;
export function newPerson(organization?: string): Person {
  people += 1;
  return {
    name: 'Ada Vale',
    email: `ada-${people}@example.test`,
    password: 'correct horse battery',
    organization: organization ?? `Vale ${people}`,
  };
}

/** Signs up by the form and waits for the organization's home page. @returns the organization's slug. */
export async function signUp(page: Page, person: Person): Promise<string> {
  await page.goto('/sign-up');
  await page.getByLabel('Your name').fill(person.name);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByLabel('Organization').fill(person.organization);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.waitForURL(/\/o\/[^/]+$/);
  return new URL(page.url()).pathname.split('/')[2] ?? '';
}

/** Fills the sign-in form of the page that is open and sends it. */
export async function fillSignIn(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The same by the route behind the form, for journeys that are about something else. */
export async function arriveSignedIn(
  place: Place,
  { context }: Visitor,
  person = newPerson(),
): Promise<string> {
  const answer = await context.request.post('/api/sign-up', { data: person, headers: { origin: place.url } });
  if (!answer.ok()) throw new Error(`sign-up: ${await answer.text()}`);
  return ((await answer.json()) as { organization: string }).organization;
}
