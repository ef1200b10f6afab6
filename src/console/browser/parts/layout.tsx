/** What stands around a page: for people who are logged in, with the navigation; and for everybody. */
import type { ComponentChildren } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { useFollowedInbox } from "../inbox.ts";
import { useLogout } from "../logout.ts";
import { APPROVALS, NAVIGATION } from "../navigation.ts";
import { HOME } from "../next_path.ts";
import { currentLocation, navigate, usePageLocation } from "../router.ts";
import { chooseCompany, ownCompany, type SessionState, useSession } from "../session.ts";
import { FailureBanner } from "./banner.tsx";
import { Button } from "./button.tsx";

const CONTENT = "content";

/** Around the pages of people who are logged in. */
export function Layout({ children }: { children: ComponentChildren }) {
  const session = useSession();
  const { waiting = 0 } = useFollowedInbox();
  const { path, number } = usePageLocation();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setIsOpen(false), [number]);
  const logout = useLogout(() =>
    navigate("/console/login", { handed: { notice: "You are logged out." } }),
  );
  return (
    <div class="frame">
      <SkipLink />
      <header class="side">
        <div class="brand">
          <a href="/console" class="mark">
            <Mark />
            <span>{ownCompany(session)?.name ?? "Console"}</span>
          </a>
          <button
            type="button"
            class="button plain menu"
            aria-expanded={isOpen}
            aria-controls="menu"
            onClick={() => setIsOpen(!isOpen)}
          >
            Menu
          </button>
        </div>
        <div class={isOpen ? "open" : ""} id="menu">
          <nav aria-label="Pages">
            <CompanySwitch session={session} />
            <ul>
              {NAVIGATION.map((link) => (
                <li key={link.path}>
                  <PageLink
                    link={link}
                    path={path}
                    waiting={link.path === APPROVALS ? waiting : 0}
                  />
                </li>
              ))}
            </ul>
          </nav>
          <div class="person">
            {session.kind === "active" && (
              <p>
                <strong>{session.user.displayName}</strong>
                <span>{session.user.email}</span>
              </p>
            )}
            <Button kind="quiet" busy={logout.busy} onClick={() => void logout.submit(null)}>
              Log out
            </Button>
          </div>
        </div>
      </header>
      <main id={CONTENT} tabIndex={-1}>
        {logout.failure !== undefined && (
          <FailureBanner failure={logout.failure} again={logout.again} busy={logout.busy} />
        )}
        {children}
      </main>
    </div>
  );
}

/** `waiting`: how many things wait on the page; a part of the link's name, so that whoever comes to the link hears it. */
function PageLink({
  link: { path: to, label },
  path,
  waiting,
}: {
  link: (typeof NAVIGATION)[number];
  path: string;
  waiting: number;
}) {
  return (
    <a href={to} aria-current={currentOf(to, path)}>
      {label}
      {waiting > 0 && (
        <span class="count">
          {" "}
          {waiting}
          <span class="visually-hidden"> {waiting === 1 ? "waits" : "wait"}</span>
        </span>
      )}
    </a>
  );
}

/** Whether a link of the navigation leads to the page at `path`, or to the list that the page is of. */
function currentOf(to: string, path: string): "page" | "true" | undefined {
  if (path === to) return "page";
  return to !== HOME && path.startsWith(`${to}/`) ? "true" : undefined;
}

/** For a person of several companies: which of them this tab acts for. */
function CompanySwitch({ session }: { session: SessionState }) {
  const id = useId();
  if (session.kind !== "active" || session.user.tenants.length < 2) return null;
  const { tenants } = session.user;
  const change = (tenantId: string) => {
    chooseCompany(tenantId);
    const name = tenants.find((one) => one.tenantId === tenantId)?.name ?? "another company";
    navigate(currentLocation().path, { handed: { notice: `You act for ${name} now.` } });
  };
  return (
    <div class="field switch">
      <label for={id}>Company</label>
      <select
        id={id}
        value={session.tenantId}
        onChange={(event) => change(event.currentTarget.value)}
      >
        {tenants.map(({ tenantId, name }) => (
          <option key={tenantId} value={tenantId}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Around a page that stands alone: a form of one purpose, for people without a session too. */
export function Alone({
  children,
  below,
  wide = false,
}: {
  children: ComponentChildren;
  below?: ComponentChildren;
  /** For more than a form of a few fields. */
  wide?: boolean;
}) {
  return (
    <div class="alone">
      <SkipLink />
      <header class="mark">
        <Mark />
        <span>Console</span>
      </header>
      <main id={CONTENT} class={wide ? "card wide" : "card"} tabIndex={-1}>
        {children}
      </main>
      {below !== undefined && <footer>{below}</footer>}
    </div>
  );
}

function SkipLink() {
  return (
    <a
      class="skip"
      href={`#${CONTENT}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(CONTENT)?.focus();
      }}
    >
      Skip to the content
    </a>
  );
}

function Mark() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <rect x="2" y="4" width="14" height="6" rx="3" />
      <rect x="8" y="14" width="14" height="6" rx="3" />
    </svg>
  );
}
