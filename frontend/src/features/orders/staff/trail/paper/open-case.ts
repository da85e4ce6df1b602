import type { CaseFile } from '@matgyo/contracts/case-file';
import { auditPaths } from '@matgyo/contracts/paths/audit';
import { fingerprintOf } from '@matgyo/ledger/proof/case-file';
import { callForFile } from '../../../../../api/call.ts';
import { checkCase } from './check-case.ts';

/** A case file, parsed and checked. The same bytes are saved and printed. */
export type OpenedCase = Awaited<ReturnType<typeof openCase>>;

/** Downloads an order's case file; the server records the export. Throws `CallFailure`. */
export async function openCase(id: string) {
  const { blob, name } = await callForFile(auditPaths.caseFile, { params: { id } });
  const bytes = await blob.arrayBuffer();
  const file = JSON.parse(new TextDecoder().decode(bytes)) as CaseFile;
  return {
    file,
    /** The received bytes, which are signed. */
    blob,
    name: name ?? `case-${file.order.orderCode}.json`,
    sha256: fingerprintOf(new Uint8Array(bytes)),
    verdicts: await checkCase(file),
  };
}
