/** The page at the present address, for those whom it is for. */
import { useEffect } from "preact/hooks";
import { loginFor, safeNext } from "./next_path.ts";
import { Missing } from "./pages/missing.tsx";
import { Alone, Layout } from "./parts/layout.tsx";
import { LiveRegion } from "./parts/live_region.tsx";
import { Page } from "./parts/page.tsx";
import { Waiting, WaitingPage } from "./parts/waiting.tsx";
import { navigate, type PageLocation, usePageLocation } from "./router.ts";
import { type Route, routeOf } from "./routes.tsx";
import { loadSession, type SessionState, useSession } from "./session.ts";

export function App() {
  const at = usePageLocation();
  const session = useSession();
  const route = routeOf(at.path);
  const isAsked = route !== undefined && session.kind === "unknown";
  useEffect(() => {
    if (isAsked) void loadSession();
  }, [isAsked]);
  const to = route === undefined ? undefined : elsewhere(route, session, at);
  useEffect(() => {
    const handed = session.kind === "active" ? {} : at.handed;
    if (to !== undefined) navigate(to, { replace: true, handed });
  }, [to]);
  return (
    <>
      <LiveRegion />
      {to === undefined ? <Shown route={route} session={session} at={at} /> : null}
    </>
  );
}

type Known = { route: Route | undefined; session: SessionState; at: PageLocation };

function Shown({ route, session, at }: Known) {
  if (route === undefined) return <Missing />;
  const { page: Content, for: whom } = route;
  // Whoever is logged in goes on elsewhere, so no page is shown before that is known.
  if (session.kind === "unknown") return <WaitingPage />;
  if (whom !== "session") return <Content key={at.path} />;
  if (session.kind === "failed") {
    return (
      <Alone>
        <Page title="No connection">
          <Waiting failure={session.failure} again={() => void loadSession()} />
        </Page>
      </Alone>
    );
  }
  if (session.kind === "none") return null;
  return (
    <Layout>
      <Content key={`${at.path} ${session.tenantId}`} />
    </Layout>
  );
}

/** Where a person is sent who has no business here; undefined where the page is for them. */
function elsewhere(
  route: Route,
  session: SessionState,
  { query }: PageLocation,
): string | undefined {
  if (route.for === "session" && session.kind === "none") {
    const { pathname, search, hash } = location;
    return loginFor(pathname + search + hash);
  }
  if (route.for === "nobody" && session.kind === "active") return safeNext(query.get("next"));
  return undefined;
}
