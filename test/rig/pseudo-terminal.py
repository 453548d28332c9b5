# Runs a command in a pseudo-terminal and answers it: pseudo-terminal.py '[["expected text", "answer"], ...]' command...
# Prints all that it showed, and ends with its exit status. Ends with 97 where an expected text never came.
import json
import os
import pty
import select
import sys

script = json.loads(sys.argv[1])
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
shown, seen = b"", 0
while True:
    while script and script[0][0].encode() in shown[seen:]:
        expected, answer = script.pop(0)
        seen = shown.index(expected.encode(), seen) + len(expected.encode())
        os.write(terminal, answer.encode())
    if not select.select([terminal], [], [], 60)[0]:
        break
    try:
        chunk = os.read(terminal, 65536)
    except OSError:
        break
    if not chunk:
        break
    shown += chunk
sys.stdout.buffer.write(shown)
sys.stdout.flush()
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
sys.exit(97 if script else status & 255)
