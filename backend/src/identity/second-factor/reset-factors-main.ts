import { openSources } from '@matgyo/projections/program-sources';
import { parseConfig } from '../../config.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { createLogger } from '../../platform/http/logger.ts';
import { createSmsSender } from '../../platform/sms/create-sms-sender.ts';
import { createRowCheck } from '../../proof/sealed-rows/row-check.ts';
import { createSealedRows } from '../../proof/sealed-rows/sealed-rows.ts';
import { secondFactorTexts } from '../members/phone-changes.ts';
import { installationSecret } from '../sessions/keys.ts';
import { resetFactors } from './reset-factors.ts';

const usage = `usage: npm run reset-second-factors -- NICKNAME

Removes the authenticator app and all passkeys of a member who has lost them. Takes the environment of the server.
`;

/** Exit codes: 0 removed, 1 no such member, 2 wrong usage. */
async function main([nickname, ...more]: readonly string[]): Promise<number> {
  if (nickname === undefined || nickname.startsWith('-') || more.length > 0) {
    process.stderr.write(usage);
    return 2;
  }
  const config = parseConfig(process.env);
  const sources = await openSources(process.env);
  try {
    const secret = config.tokenSecret ?? (await installationSecret(config.dataDir));
    const logger = createLogger('silent');
    const reset = await resetFactors(
      {
        db: createDatabase(sources.pool),
        sealedRows: createSealedRows(secret),
        rowCheck: createRowCheck({ secret, logger, refused: () => undefined }),
      },
      nickname,
    );
    if (reset === undefined) {
      process.stderr.write(`There is no member ${nickname}.\n`);
      return 1;
    }
    process.stdout.write(`${nickname} has no second factor any more, and is signed out everywhere.\n`);
    if (reset.phone !== null)
      await createSmsSender(config.sms).send({ to: reset.phone, text: secondFactorTexts.resetByOperator });
    return 0;
  } finally {
    await sources.close();
  }
}

process.exitCode = await main(process.argv.slice(2));
