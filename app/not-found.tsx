import { NotFoundState } from './not-found-state';

export default function NotFound() {
  return (
    <main id="content" className="grid min-h-dvh place-items-center">
      <NotFoundState />
    </main>
  );
}
