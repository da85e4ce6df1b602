import type { Timing } from '../commands/timing.ts';
import type { Chance } from './random.ts';

/** A process of its own: it can crash, and what it was waiting for then never comes. */
export class Machine {
  readonly name: string;
  readonly whenCrashed: Promise<void>;
  readonly #crash: () => void;
  #crashed = false;

  constructor(name: string) {
    this.name = name;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.whenCrashed = promise;
    this.#crash = resolve;
  }

  get crashed(): boolean {
    return this.#crashed;
  }

  crash(): void {
    this.#crashed = true;
    this.#crash();
  }
}

interface Turn {
  readonly machine: Machine;
  readonly dueMs: number;
  readonly take: () => void;
}

/**
 * Decides, by chance alone, whose turn it is. Everything that runs under it waits for a turn before each effect
 * on the outside and again before it learns the result, so any two of them can come in any order. Time is part
 * of it: it moves with the turns and jumps to the end of a sleep.
 */
export class Scheduler {
  readonly #chance: Chance;
  /** How likely the machine that had the last turn gets the next one: long runs find other faults than short. */
  readonly #stickiness: number;
  /** How likely a sleeper is woken, and its time passes, although others are ready. */
  readonly #haste: number;
  #turns: Turn[] = [];
  #nowMs: number;
  #last: Machine | undefined;
  #taken = 0;

  constructor(chance: Chance, { startMs }: { readonly startMs: number }) {
    this.#chance = chance;
    this.#stickiness = chance.pick([0, 0.5, 0.9]);
    this.#haste = chance.pick([0, 0.02, 0.5]);
    this.#nowMs = startMs;
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** Turns taken so far. */
  get taken(): number {
    return this.#taken;
  }

  /** Resolves when it is this machine's turn; never, once it has crashed. */
  turn(machine: Machine, dueMs = 0): Promise<void> {
    return new Promise((take) => {
      if (!machine.crashed) this.#turns.push({ machine, dueMs, take });
    });
  }

  /** What a machine takes for clock, chance and sleep. */
  timingOf(machine: Machine): Timing {
    return {
      now: () => this.#nowMs,
      random: () => this.#chance.next(),
      sleep: (ms) => this.turn(machine, this.#nowMs + ms),
    };
  }

  /** Advances time for all tasks at once, as when a machine stalls. */
  stall(ms: number): void {
    this.#nowMs += ms;
  }

  /**
   * Gives turns until nobody waits for one or `stop` says so. Answers whether it ended so within `mostTurns`.
   */
  async run(mostTurns: number, stop: () => boolean): Promise<boolean> {
    for (let turns = 0; turns < mostTurns; turns += 1) {
      // Whatever the last turn set going has come to wait for its next turn when this continues.
      await new Promise(setImmediate);
      this.#turns = this.#turns.filter(({ machine }) => !machine.crashed);
      const chosen = this.#choose();
      if (chosen === undefined || stop()) return true;
      this.#turns = this.#turns.filter((turn) => turn !== chosen);
      this.#nowMs = Math.max(this.#nowMs + this.#chance.below(3), chosen.dueMs);
      this.#last = chosen.machine;
      this.#taken += 1;
      chosen.take();
    }
    return false;
  }

  #choose(): Turn | undefined {
    const ready = this.#turns.filter(({ dueMs }) => dueMs <= this.#nowMs);
    const eligible = ready.length === 0 || this.#chance.happens(this.#haste) ? this.#turns : ready;
    const same = eligible.find(({ machine }) => machine === this.#last);
    if (same !== undefined && this.#chance.happens(this.#stickiness)) return same;
    return eligible.length === 0 ? undefined : this.#chance.pick(eligible);
  }
}
