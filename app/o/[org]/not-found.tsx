import { NotFoundState } from '@/app/not-found-state';

export default function NotFoundHere() {
  return <NotFoundState />;
}
