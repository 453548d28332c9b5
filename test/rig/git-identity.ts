/** Options of git: whoever commits in a test has a name and signs nothing. */
export const IDENTITY = ["user.name=Test", "user.email=test@example.com", "commit.gpgsign=false"].flatMap(
  (setting) => ["-c", setting],
);
