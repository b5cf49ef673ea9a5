import { CircleAlert } from 'lucide-react';

/** What a form as a whole was refused for. */
export const FormAlert = ({ text }: { text: string | null }) =>
  text ? (
    <p
      role="alert"
      className="flex items-start gap-2 rounded-lg border border-bad/35 bg-bad/7 px-3 py-2 text-[13px]"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      {text}
    </p>
  ) : null;
