import { Input } from './input';

type Props = { label: string; value: string; onChange: (typed: string) => void };

/** Narrows the list below it while one types. */
export const SearchInput = ({ label, value, onChange }: Props) => (
  <Input
    type="search"
    value={value}
    onChange={(event) => onChange(event.target.value)}
    aria-label={label}
    placeholder={label}
    className="max-w-72"
  />
);
