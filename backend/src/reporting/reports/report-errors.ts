import { ReadModelUnavailable } from '@matgyo/projections/reports/read-model-unavailable';
import { UnknownAsOfPoint } from '@matgyo/projections/reports/unknown-as-of-point';
import { failure, type RequestFailure } from '../../platform/http/request-failure.ts';

/** A halted or rebuilding projection may be retried; an as-of point that is not in the log may not. */
export function asReportFailure(error: unknown): RequestFailure | unknown {
  if (error instanceof UnknownAsOfPoint) return failure('REPORT_MOMENT_UNKNOWN', { reason: error.reason });
  if (error instanceof ReadModelUnavailable)
    return failure(
      'REPORT_HALTED',
      { readModel: error.readModel, reason: error.reason },
      { retryAfterSeconds: 30 },
    );
  return error;
}
