import { CannotRun } from '@matgyo/projections/program-fault';

/** The file cannot be written, or its contents would not be sound. */
export class CannotBackUp extends CannotRun {
  override readonly name = 'CannotBackUp';
}

/** The file is not a backup, not complete and unchanged, or not readable by this version. */
export class UnusableBackup extends CannotRun {
  override readonly name = 'UnusableBackup';
}

/** The target of the restore is in use. */
export class PlaceTaken extends CannotRun {
  override readonly name = 'PlaceTaken';
}

/** The restored data differs from what the backup states. */
export class CannotRestore extends CannotRun {
  override readonly name = 'CannotRestore';
}
