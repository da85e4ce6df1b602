/** Why a backup or a restore stopped, as a message for the operator. */
export abstract class Refusal extends Error {}

/** The file cannot be written, or its contents would not be sound. */
export class CannotBackUp extends Refusal {
  override readonly name = 'CannotBackUp';
}

/** The file is not a backup, not complete and unchanged, or not readable by this version. */
export class UnusableBackup extends Refusal {
  override readonly name = 'UnusableBackup';
}

/** The target of the restore is in use. */
export class PlaceTaken extends Refusal {
  override readonly name = 'PlaceTaken';
}

/** The restored data differs from what the backup states. */
export class CannotRestore extends Refusal {
  override readonly name = 'CannotRestore';
}
