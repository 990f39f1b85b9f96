import { EventEmitter } from 'node:events';

/**
 * An Electron object with some of its members. Its type is the whole object, so that product code compiles. A missing
 * member throws with its name, so that no call silently does nothing.
 */
export const strict = <Whole extends object>(name: string, members: Partial<Whole>): Whole =>
  new Proxy(members as Whole, {
    get(target, key) {
      if (Reflect.has(target, key)) return Reflect.get(target, key);
      // Promises and inspectors ask every object for these.
      if (typeof key === 'symbol' || key === 'then' || key === 'toJSON') return undefined;
      throw new Error(`the stand-in for electron has no ${name}.${key}; add it below test/electron/stand-in`);
    },
  });

/** Creates a strict object that emits events, which the stand-in sends through `emitter`. */
export const strictEmitter = <Whole extends object>(
  name: string,
  emitter: EventEmitter,
  members: Partial<Whole>,
): Whole => {
  const chained =
    (method: 'on' | 'once' | 'off' | 'removeListener') =>
    (event: string, listener: (...args: unknown[]) => void): Whole => {
      emitter[method](event, listener);
      return whole;
    };
  const listening = {
    on: chained('on'),
    once: chained('once'),
    off: chained('off'),
    removeListener: chained('removeListener'),
    emit: (event: string, ...args: readonly unknown[]) => emitter.emit(event, ...args),
  };
  const whole: Whole = strict<Whole>(name, { ...listening, ...members } as Partial<Whole>);
  return whole;
};

export const fireCancellable = (emitter: EventEmitter, name: string, ...args: readonly unknown[]): boolean => {
  let prevented = false;
  const event = {
    preventDefault: () => {
      prevented = true;
    },
  };
  emitter.emit(name, event, ...args);
  return !prevented;
};

export const newEmitter = (): EventEmitter => new EventEmitter();
