/** What is printed, and in which environment. */
interface Printed {
  readonly text: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Variables that the check declares. */
  readonly declared?: readonly string[];
}

interface PrintedSecret extends Printed {
  /** What must not be left of it. */
  readonly secret: string | readonly string[];
}

const byName = (name: string, secret: string): PrintedSecret => ({
  env: { [name]: secret },
  text: `connecting with ${secret} now`,
  secret,
});
const shaped = (secret: string): PrintedSecret => ({ text: `got ${secret}, next`, secret });
/** Two parts, so that this file holds nothing that looks like a token to those who look for them. */
const token = (prefix: string, rest: string): PrintedSecret => shaped(`${prefix}${rest}`);

const MIXED = "a1B2c3D4e5F6g7H8i9J0";
const HEX32 = "0123456789abcdef0123456789abcdef";
const PASSWORD = "corr3ct/h0rse +batt&ry";

/** At least sixty texts with a secret in them. */
export const SECRETS: readonly PrintedSecret[] = [
  // Variables, by what they are called.
  byName("DB_PASS", "hunter2"),
  byName("DB_PASS", "correct horse"),
  byName("DBPASS", "correct-horse"),
  byName("PGPASSWORD", "postgres-pass"),
  byName("MYSQL_PWD", "s3same-open"),
  byName("MYSQLPWD", "s3same-open"),
  byName("REDIS_PASS_1", "s3same-open"),
  byName("SESSION", "s%3Aabc123.def456"),
  byName("SESSION_ID", "abcdefghijk"),
  byName("sessionId", "abcdefghijk"),
  byName("APP_SESSION", "eXpl0ded-session-value"),
  byName("SENTRY_DSN", `https://${HEX32}@o1.ingest.sentry.io/1`),
  byName("DSN", "user:pass@tcp(db:3306)/app"),
  byName("SESSION_COOKIE", "connect.sid=abcdef"),
  byName("PRIVATE_PEM", "MIIEvQIBADANBgkqhkiG9w0"),
  byName("BASIC_AUTH", "admin:letmein"),
  byName("AUTH", "admin:letmein"),
  byName("GOOGLE_CREDENTIALS", "not-json-but-secret"),
  byName("AZURE_CREDS", "clientid:clientsecret"),
  byName("WEBHOOK_SIGNATURE", "sha256value-of-it"),
  byName("AZURE_STORAGE_CONNECTION_STRING", "AccountName=a;AccountKey=bG9uZw=="),
  byName("DB_CONN_STR", "Server=db;Uid=sa;Pwd=letmein1"),
  byName("DEPLOY_TOKEN", "tokentoken"),
  byName("API_KEY", "keykeykeykey"),
  byName("ENCRYPTION_KEY", "keykeykeykey"),
  byName("JWT", "header.payload.sig"),
  byName("GITHUB_PAT", "patpatpat"),
  byName("KEY_PASSPHRASE", "open sesame"),
  byName("VERIFICATION_STORE_KEY", "abcdefgh"),
  byName("VERIFICATION_CACHE_KEY", "ed25519-private"),
  byName("VERIFICATION_CACHE_TOKEN", "tokentoken"),
  // Random values of variables that a check declares.
  { env: { BUILD_ID: MIXED }, declared: ["BUILD_ID"], text: `id ${MIXED}`, secret: MIXED },
  {
    env: { LICENSE: "Zx81-Kq4v-99Lm-Pt2w-Rb7n" },
    declared: ["LICENSE"],
    text: "license Zx81-Kq4v-99Lm-Pt2w-Rb7n ok",
    secret: "Zx81-Kq4v-99Lm-Pt2w-Rb7n",
  },
  // Known values in other forms.
  ...[
    encodeURIComponent(PASSWORD),
    encodeURIComponent(PASSWORD).replaceAll("%20", "+"),
    encodeURIComponent(PASSWORD).replaceAll(/%../g, (code) => code.toLowerCase()),
    Buffer.from(PASSWORD).toString("base64"),
    Buffer.from(PASSWORD).toString("base64url"),
  ].map((form): PrintedSecret => ({ env: { DB_PASS: PASSWORD }, text: `sent <${form}>`, secret: form })),
  ...[`user:${PASSWORD}`, `u:${PASSWORD}:x`, `us:${PASSWORD}`].map((text): PrintedSecret => {
    const form = Buffer.from(text).toString("base64");
    return { env: { DB_PASS: PASSWORD }, text: `sent <${form}>`, secret: form.slice(8, 20) };
  }),
  {
    env: { DB_PASS: 'quo"te\\and\nline-two-of-it' },
    text: `{"pass":${JSON.stringify('quo"te\\and\nline-two-of-it')}}`,
    secret: "line-two-of-it",
  },
  {
    env: { DB_PASS: "the first line is long\nthe second line is long" },
    text: "  the second line is long\n",
    secret: "the second line is long",
  },
  // Addresses.
  { text: "cloning https://user:hunter2@example.com/a.git", secret: "hunter2" },
  { text: "redis://:hunter2@cache:6379/0", secret: "hunter2" },
  { text: "postgres://app:p@ss:w0rd@db:5432/app", secret: ["p@ss", "w0rd"] },
  { text: `dsn https://${HEX32}@o1.ingest.sentry.io/1`, secret: HEX32 },
  { text: `git clone https://${MIXED}@github.com/a/b`, secret: MIXED },
  { text: "GET /a?token=abcdef123 200", secret: "abcdef123" },
  { text: "GET https://a.example/cb?x=1&access_token=abc-def_123&y=2", secret: "abc-def_123" },
  { text: "https://a.example/cb#id_token=abcdef123", secret: "abcdef123" },
  { text: "https://a.blob.core.windows.net/c/f?sv=2020&sig=aBc%2Bdef%3D", secret: "aBc%2Bdef%3D" },
  {
    text: `https://s3.example/b/k?X-Amz-Credential=me%2F2024&X-Amz-Signature=${HEX32}`,
    secret: [HEX32, "me%2F"],
  },
  { text: "https://maps.example/js?key=abc123def456", secret: "abc123def456" },
  { text: "https://a.example/?password=letmein", secret: "letmein" },
  { text: "https://a.example/?client_secret=letmein1", secret: "letmein1" },
  { text: "POST https://hooks.slack.com/services/T00000000/B00000000/abcdefghijkl", secret: "abcdefghijkl" },
  { text: `https://discord.com/api/webhooks/123456789/${MIXED}`, secret: MIXED },
  // Headers.
  { text: "> Authorization: Bearer abcdefgh", secret: "abcdefgh" },
  { text: `"authorization":"Bearer ${MIXED}"`, secret: MIXED },
  { text: `curl -H 'Authorization: token ${MIXED}'`, secret: MIXED },
  { text: "Proxy-Authorization: Basic YWRtaW46bGV0bWVpbg==", secret: "YWRtaW46bGV0bWVpbg" },
  { text: "sent Basic YWRtaW46bGV0bWVpbg== to it", secret: "YWRtaW46bGV0bWVpbg" },
  { text: `sent Bearer ${MIXED} to it`, secret: MIXED },
  { text: "X-Api-Key: abcdef123456", secret: "abcdef123456" },
  { text: `PRIVATE-TOKEN: ${MIXED}`, secret: MIXED },
  { text: "Cookie: sid=abcdef123; theme=dark", secret: "abcdef123" },
  { text: "Set-Cookie: connect.sid=s%3Aabcdef; Path=/; HttpOnly", secret: "s%3Aabcdef" },
  { text: `//registry.example.com/:_authToken=${MIXED}`, secret: MIXED },
  { text: "Server=db;User=sa;Password=letmein;", secret: "letmein" },
  // Variables of others, as they are printed.
  { text: "PATH=/bin\nDB_PASSWORD=letmein1\nHOME=/root", secret: "letmein1" },
  { text: "export STRIPE_SECRET='letmein1'", secret: "letmein1" },
  // Tokens with a shape of their own.
  token("ghp_", "a1B2".repeat(9)),
  token("ghs_", "a1B2".repeat(9)),
  token("github_pat_", "11ABC_def".repeat(5)),
  token("glpat-", MIXED),
  token("npm_", "a".repeat(36)),
  token("pypi-", "AgEIcHlwaS5vcmc".repeat(4)),
  token("AKIA", "IOSFODNN7EXAMPLE"),
  token("AIza", "a".repeat(35)),
  token("sk_live_", MIXED),
  token("sk-proj-", "abcd1234".repeat(5)),
  token("xoxb-", "123456789012-abcdefghijkl"),
  token("SG.", `${MIXED}.${MIXED}`),
  token("hf_", "abcdefgh".repeat(5)),
  token("whsec_", MIXED),
  token(`eyJ${"hbGciOi".repeat(3)}.`, `eyJ${"zdWIiOi".repeat(3)}.${"sig-nature_".repeat(3)}`),
  {
    text: "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n-----END OPENSSH PRIVATE KEY-----\n",
    secret: "b3BlbnNzaC1rZXk",
  },
];

const plain = (text: string): Printed => ({ text });

/** At least sixty texts that people have to be able to read. */
export const PLAIN: readonly Printed[] = [
  ...[
    "9fceb02d0ae598e95dc970b74767f19372d61af8",
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8 (HEAD -> main)",
    "index 83db48f..bf269f4 100644",
    "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    `sha512-${"Zx81Kq4v".repeat(10)}==`,
    `"integrity": "sha512-${"Zx81Kq4v".repeat(10)}=="`,
    "run 123e4567-e89b-12d3-a456-426614174000 started",
    "/home/someone/projects/app/src/session/token-store.ts:12:5",
    "src/auth/password.ts:3:5 error no-unused-vars",
    "C:\\Users\\me\\secrets\\index.ts",
    "PASS src/a.test.ts",
    "PASS  src/session.test.ts (5.123 s)",
    "FAIL test/auth.test.ts > login > rejects a wrong password",
    "PWD=/home/x",
    "OLDPWD=/home/x/projects",
    "PWD=/home/x/very/long/path/to/somewhere",
    "session started",
    "Session: started at 10:00",
    "SESSION started, 3 users",
    "auth: required for this route",
    "Authorization: required",
    "Authorization header is missing",
    "Bearer authentication is not configured",
    "Basic authentication failed",
    "basic usage of the command",
    "The password must have at least 8 characters",
    "password: string",
    "type Token = { readonly kind: string };",
    "Unexpected token '}' at 3:5",
    "SyntaxError: Unexpected token < in JSON at position 0",
    "error TS2304: Cannot find name 'secretKey'.",
    "warning: unused variable: `api_key`",
    "Property 'token' does not exist on type 'Session'.",
    "const privateKey = generateKeyPair();",
    "react@18.2.0 typescript@5.9.3 @types/node@20.1.1",
    "https://registry.example.com/@scope/package/-/package-1.2.3.tgz",
    "https://unpkg.com/react@18.2.0/umd/react.production.min.js",
    "https://example.com:80/a@b",
    "https://example.com/a?sort=name&page=2#token",
    "https://example.com/a?key=username",
    "https://example.com/a?token=<token>",
    "https://example.com/a?token=${TOKEN}",
    "https://example.com/a?token=:token",
    "https://example.com/docs/token?version=3",
    "git clone https://git@github.com/a/b.git",
    "ssh://git@github.com/a/b.git",
    "git@github.com:a/b.git",
    "mailto:first.last@example.com",
    "https://first.last@example.com/path",
    "thisIsAVeryLongIdentifierThatSomebodyHasChosenForAFunction()",
    "should_reject_a_request_without_a_token_and_return_401",
    "task-force-of-twenty-people-and-more disk-usage eyJ.eyJ src/skill.ts:3:5",
    "sk-toggleable__content-fitted-arrow",
    "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIE\n-----END CERTIFICATE-----",
    "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG\n-----END PUBLIC KEY-----",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA",
    "2024-05-01T10:00:00.000Z 12345678901234567890",
    "webpack://app/./src/index.js?a1b2",
    "Cookie banner was shown",
    "cookie: the user accepted",
    "cd src;PWD=/home/x make",
    "NODE_ENV=production\nCI=true\nTERM=xterm-256color",
    "KEYBOARD_LAYOUT=dvorak-german",
    "AUTH_MODE=disabled",
    "SECRET_MANAGER_ENDPOINT=https://secretmanager.googleapis.com",
    "PASS=12",
    "[redacted]",
    "chunk-6BAKT7HL.js 12.3 kB",
    "index-DbGk2a9c.css",
    "_01HZX3QK9V7W8Y2M4N6P8R0T2V",
  ].map(plain),
  // The environment has these, and they are no secrets.
  { env: { PWD: "/home/someone" }, text: "in /home/someone" },
  { env: { OLDPWD: "/home/someone/else" }, text: "was in /home/someone/else" },
  { env: { DESKTOP_SESSION: "ubuntu-wayland" }, text: "on ubuntu-wayland" },
  { env: { XDG_SESSION_TYPE: "wayland-0" }, text: "on wayland-0" },
  { env: { TERM_SESSION_ID: "w0t0p0:123e4567" }, text: "w0t0p0:123e4567" },
  { env: { GIT_CONFIG_KEY_0: "safe.directory" }, text: "set safe.directory" },
  { env: { SESSION_DRIVER: "database" }, text: "the database is there" },
  { env: { AUTH_REQUIRED: "disabled" }, text: "disabled" },
  { env: { SORT_KEY: "createdat" }, text: "by createdat" },
  {
    env: { TOKEN_URL: "https://auth.example.com/oauth/token" },
    text: "https://auth.example.com/oauth/token",
  },
  { env: { AUTH_URL: "https://auth.example.com" }, text: "at https://auth.example.com" },
  { env: { KEY_VERSION: "12345678" }, text: "12345678" },
  { env: { DB_PASS: "short" }, text: "short and sweet" },
  { env: { BYPASS: "everything" }, text: "everything" },
  { env: { COMPASS: "north-west" }, text: "north-west" },
  { env: { BUILD_ID: MIXED }, text: `not declared: ${MIXED}` },
  {
    env: { COMMIT: "9fceb02d0ae598e95dc970b74767f19372d61af8" },
    declared: ["COMMIT"],
    text: "at 9fceb02d0ae598e95dc970b74767f19372d61af8",
  },
  {
    env: { RUN: "123e4567-e89b-12d3-a456-426614174000" },
    declared: ["RUN"],
    text: "run 123e4567-e89b-12d3-a456-426614174000",
  },
  {
    env: { TARGET: "/opt/build/output/a1b2c3d4" },
    declared: ["TARGET"],
    text: "to /opt/build/output/a1b2c3d4",
  },
  { env: { NODE_ENV: "production" }, declared: ["NODE_ENV"], text: "in production" },
];
