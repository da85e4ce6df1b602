import type { Timing } from '../../platform/commands/timing.ts';
import type { Chance } from './random.ts';

/** A process that can crash; its pending calls then never return. */
export class Machine {
  readonly name: string;
  readonly whenCrashed: Promise<void>;
  readonly #crash: () => void;
  crashed = false;

  constructor(name: string) {
    this.name = name;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.whenCrashed = promise;
    this.#crash = resolve;
  }

  crash(): void {
    this.crashed = true;
    this.#crash();
  }
}

interface Turn {
  readonly machine: Machine;
  readonly dueMs: number;
  readonly take: () => void;
}

/**
 * Chooses randomly whose turn it is. All code under it waits for a turn before each external effect and before
 * learning its result, so any order can happen. Time advances with the turns and jumps to the end of a sleep.
 */
export class Scheduler {
  readonly #chance: Chance;
  /** Probability that a machine keeps the turn: long runs find other faults than short ones. */
  readonly #stickiness: number;
  /** Probability that a sleeping machine is woken early, with its time passing, although others are ready. */
  readonly #haste: number;
  #turns: Turn[] = [];
  nowMs: number;
  #last: Machine | undefined;
  taken = 0;

  constructor(chance: Chance, { startMs }: { readonly startMs: number }) {
    this.#chance = chance;
    this.#stickiness = chance.pick([0, 0.5, 0.9]);
    this.#haste = chance.pick([0, 0.02, 0.5]);
    this.nowMs = startMs;
  }

  /** Resolves at this machine's turn; never after its crash. */
  turn(machine: Machine, dueMs = 0): Promise<void> {
    return new Promise((take) => {
      if (!machine.crashed) this.#turns.push({ machine, dueMs, take });
    });
  }

  timingOf(machine: Machine): Timing {
    return {
      now: () => this.nowMs,
      elapsed: () => this.nowMs,
      random: () => this.#chance.next(),
      sleep: (ms) => this.turn(machine, this.nowMs + ms),
    };
  }

  /** Advances time for all tasks at once, as when a machine stalls. */
  stall(ms: number): void {
    this.nowMs += ms;
  }

  /** Gives turns until none is waited for or `stop` returns true. Returns whether that happened within `turnsMax`. */
  async run(turnsMax: number, stop: () => boolean): Promise<boolean> {
    for (let turns = 0; turns < turnsMax; turns += 1) {
      // Lets the last turn's code reach its next turn first.
      await new Promise(setImmediate);
      this.#turns = this.#turns.filter(({ machine }) => !machine.crashed);
      const chosen = this.#choose();
      if (chosen === undefined || stop()) return true;
      this.#turns = this.#turns.filter((turn) => turn !== chosen);
      this.nowMs = Math.max(this.nowMs + this.#chance.below(3), chosen.dueMs);
      this.#last = chosen.machine;
      this.taken += 1;
      chosen.take();
    }
    return false;
  }

  #choose(): Turn | undefined {
    const ready = this.#turns.filter(({ dueMs }) => dueMs <= this.nowMs);
    const eligible = ready.length === 0 || this.#chance.happens(this.#haste) ? this.#turns : ready;
    const same = eligible.find(({ machine }) => machine === this.#last);
    if (same !== undefined && this.#chance.happens(this.#stickiness)) return same;
    return eligible.length === 0 ? undefined : this.#chance.pick(eligible);
  }
}
