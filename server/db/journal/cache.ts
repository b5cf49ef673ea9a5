/**
 * A map that forgets what was used least recently; values are immutable or replaced whole. It holds at most `max`
 * entries that weigh at most `most` together, and always the newest one.
 */
export class Recent<V> {
  private readonly map = new Map<string, V>();
  private weight = 0;

  constructor(
    private readonly max: number,
    private readonly weigh: (value: V) => number = () => 0,
    private readonly most = 0,
  ) {}

  get(key: string): V | undefined {
    const value = this.map.get(key);
    if (value === undefined) return undefined;
    this.map.delete(key);
    this.map.set(key, value);
    return value;
  }

  set(key: string, value: V): void {
    this.delete(key);
    this.map.set(key, value);
    this.weight += this.weigh(value);
    while (this.map.size > 1 && (this.map.size > this.max || this.weight > this.most)) {
      this.delete(this.map.keys().next().value as string);
    }
  }

  delete(key: string): void {
    const value = this.map.get(key);
    if (value !== undefined) this.weight -= this.weigh(value);
    this.map.delete(key);
  }
}
