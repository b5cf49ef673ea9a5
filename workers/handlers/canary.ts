/** Being taken is all that it is for. */
export const canary = async (): Promise<void> => {};
