import { describe, expect, it } from 'vitest';
import { fillSignIn, newPerson, signUp } from './support/account';
import { openPlace } from './support/place';
import { shoot } from './support/shots';
import { newVisitor } from './support/visitor';

const place = await openPlace();

/** The browser logs every answer of 400 and above; this one is what the form is about. */
const REFUSED =
  /^console: Failed to load resource: the server responded with a status of 401 .*\/api\/sign-in\)$/;

describe('signing in', () => {
  it('tells a wrong password, leads back to exactly the page that was asked for, and is over at once after signing out', async () => {
    const ada = await newVisitor(place);
    const { page } = ada;
    const person = newPerson();
    const org = await signUp(page, person);
    const leave = async () => {
      await page.getByRole('button', { name: `Menu of ${person.name}` }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.waitForURL((url) => url.pathname === '/');
    };
    const elsewhere = await newVisitor(place, { storageState: await ada.context.storageState() });
    await elsewhere.page.goto(`/o/${org}/teams`);
    await elsewhere.page.getByRole('heading', { name: 'Teams', exact: true }).waitFor();
    await leave();

    for (const path of [`/o/${org}`, `/o/${org}/teams/any?tab=versions`, `/o/${org}/settings/providers`]) {
      await page.goto(path);
      await page.waitForURL((url) => url.pathname === '/sign-in' && url.searchParams.get('next') === path);
    }
    await elsewhere.page.reload();
    await elsewhere.page.waitForURL(/\/sign-in/);

    await fillSignIn(page, { ...person, password: 'not the password' });
    await page.getByText('E-mail or password is wrong.').waitFor();
    await shoot(page, '50-wrong-password');
    expect(ada.complaints().filter((complaint) => !REFUSED.test(complaint))).toEqual([]);
    await fillSignIn(page, person);
    await page.waitForURL((url) => url.pathname === `/o/${org}/settings/providers`);
    await page.getByRole('heading', { name: 'Model providers' }).waitFor();
    await leave();
    expect([...ada.complaints(), ...elsewhere.complaints()]).toEqual([]);
  });
});
