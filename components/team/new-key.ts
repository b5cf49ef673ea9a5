let made = 0;

/** A key of something that has no id yet; it lives in the form alone. */
export const newKey = (): string => {
  made += 1;
  return `slot-key-${made}`;
};
