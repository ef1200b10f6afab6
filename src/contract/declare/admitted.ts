/**
 * What a declaration says of the scopes of its callers. The compiler holds every declaration to it: a credential that
 * was given something in particular never reaches what it was not given.
 */
import type { PrincipalKind } from "./principal.ts";

/**
 * That a credential may do something about itself without a scope, so that no scope list has to name it.
 * `because`: why that is right. `by`: the field of the input in which the credential names itself; with it
 * the call is about others too, and a call that names another needs the operation's scope. Without it the
 * operation is about the caller alone.
 */
export type OfItself = { readonly because: string; readonly by?: string };

/** The kinds of credentials whose scopes say what they were given. */
type ScopedKind = "product_key" | "founder" | "agent";

/**
 * What a declaration says of scopes; there is no fourth way. Either a scope is needed; or the operation is
 * what a credential may do about itself, and says why; or no credential with scopes is taken: a person calls
 * with the own session, or the operator or the platform calls, or everybody may.
 */
export type Admitted =
  | { principals: readonly PrincipalKind[]; scope: string; ofItself?: OfItself & { by: string } }
  | { principals: readonly PrincipalKind[]; scope: undefined; ofItself: OfItself & { by?: never } }
  | {
      principals:
        | readonly Exclude<PrincipalKind, ScopedKind>[]
        | readonly ["public", ...PrincipalKind[]];
      scope: undefined;
      ofItself?: never;
    };
