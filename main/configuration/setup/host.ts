import type { Vault } from "../../storage/vault/vault.ts";

/** What a till is given so that it can be set up anew while it runs. */
export interface SetupHost {
  /** The data folder, where what is being set up is staged */
  dataDir: string;
  /** Whether this start was told what the till is (`--demo`, `--config`): nobody is asked to set it up then */
  told: boolean;
  /** Opens the vault of another folder, kept as this till's own is; it is made when there is none. */
  openVault(folder: string): Promise<Vault>;
  /** Whether that was asked for: a command that is under way still begins nothing then that nobody would end */
  isRestarting(): boolean;
  /** Asks for this till to be closed and started again on what its folder holds then */
  restart(): void;
}
