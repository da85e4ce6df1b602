import { setTimeout as delay } from 'node:timers/promises';
import { callAt } from './life.ts';
import { openMarket, startMatgyo } from './open-market.ts';
import type { Figure } from './report.ts';
import { runLives, tradersOf } from './whole-life.ts';

const members = 16;
const samplesOfAMinute = 30;
const bytesOfAMb = 1_000_000;

/**
 * The program's resident memory under steady load: the minimum of each sixth of the time, because garbage accumulates
 * in between.
 */
export async function benchMemory(dataDir: string, minutes: number): Promise<Figure> {
  await using program = await startMatgyo(dataDir);
  const market = await openMarket(program, dataDir, members);
  const call = callAt(`${program.url}/api/v1`);
  const leastOfMinutes: number[] = [];
  for (let minute = 0; minute < minutes; minute += 1) {
    const sampling = leastMemory(program.url);
    await runLives(call, tradersOf(market), 60);
    leastOfMinutes.push(await sampling);
  }
  const sixth = Math.ceil(minutes / 6);
  const least = (from: number): number => Math.min(...leastOfMinutes.slice(from, from + sixth)) / bytesOfAMb;
  return {
    what: `memory after ${minutes} minutes of whole lives at 100 requests/s`,
    unit: 'MB',
    ours: least(minutes - sixth),
    reference: least(sixth),
    referenceWhat: `the same after ${2 * sixth} minutes`,
  };
}

async function leastMemory(url: string): Promise<number> {
  const samples: number[] = [];
  for (let sample = 0; sample < samplesOfAMinute; sample += 1) {
    const page = await (await fetch(`${url}/metrics`)).text();
    samples.push(Number(/^process_resident_memory_bytes (\S+)$/m.exec(page)?.[1]));
    await delay(60_000 / samplesOfAMinute);
  }
  return Math.min(...samples);
}
