import type { EventLog } from '@matgyo/event-store/event-log';
import type { ReadFeeReport } from '@matgyo/projections/reports/fee-reports';
import type pg from 'pg';
import type { Database } from '../../platform/database/tables.ts';
import type { Checkpoints } from '../../proof/checkpoints/checkpoints.ts';

export interface ReportSources {
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly log: EventLog;
  readonly checkpoints: Pick<Checkpoints, 'ofReport'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface ReportDependencies extends ReportSources {
  readonly feeReports: ReadFeeReport;
}
