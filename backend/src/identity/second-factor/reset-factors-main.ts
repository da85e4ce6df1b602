import { print } from '@matgyo/projections/program';
import { CannotRun, runToExitCode, WrongUsage } from '@matgyo/projections/program-fault';
import { openSources } from '@matgyo/projections/program-sources';
import { installationSecretIfAny } from '@matgyo/projections/proofs/sealed-rows';
import { type Config, parseConfig } from '../../config.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { createLogger } from '../../platform/http/logger.ts';
import { createSmsSender } from '../../platform/sms/create-sms-sender.ts';
import { isEntered } from '../../proof/sealed-rows/enter-rows.ts';
import { createRowCheck } from '../../proof/sealed-rows/row-check.ts';
import { createSealedRows } from '../../proof/sealed-rows/sealed-rows.ts';
import { secondFactorTexts } from '../members/phone-changes.ts';
import { resetFactors } from './reset-factors.ts';

const usage = `usage: npm run reset-second-factors -- NICKNAME

Removes the authenticator app and all passkeys of a member who has lost them. Takes the environment of the server.`;

/**
 * Exit codes: 0 removed, 1 no such member, 2 wrong usage or another secret, 3 removed, but the member was not notified,
 * and those of `ProgramFault`.
 */
async function main([nickname, ...more]: readonly string[]): Promise<number> {
  if (nickname === undefined || nickname.startsWith('-') || more.length > 0) throw new WrongUsage(usage);
  const config = parseConfig(process.env);
  await using sources = await openSources(process.env);
  const secret = await installationSecretIfAny(process.env, config.dataDir);
  const db = createDatabase(sources.pool);
  // Entries with another secret would not count, and the member stay refused.
  if (secret === undefined || !(await isEntered(db, createSealedRows(secret))))
    throw new WrongUsage('TOKEN_SECRET, or DATA_DIR if it is not set, is not that of the server.');
  const logger = createLogger('silent');
  const rowCheck = createRowCheck({ secret, logger, refused: () => undefined });
  const reset = await resetFactors({ db, sealedRows: createSealedRows(secret), rowCheck }, nickname);
  if (reset === undefined) throw new CannotRun(`There is no member ${nickname}.`);
  print(`${nickname} has no second factor any more, and is signed out everywhere.`);
  return (await isNotified(config, reset.phone)) ? 0 : 3;
}

async function isNotified({ sms }: Config, phone: string | null): Promise<boolean> {
  if (phone === null) return true;
  try {
    await createSmsSender(sms).send({ to: phone, text: secondFactorTexts['reset-by-operator'] });
    return true;
  } catch {
    process.stderr.write('The text message was not sent: notify the member in another way.\n');
    return false;
  }
}

await runToExitCode(() => main(process.argv.slice(2)), usage);
