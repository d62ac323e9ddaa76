#!/bin/sh
# Installs the providers' own Python packages into a virtual environment, so
# that the tests can ask them what they make of our renderings.
#
# Usage: setup.sh [DIRECTORY]. The default is where the tests look,
# target/oracles. Does nothing when the directory holds these versions already.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
directory=${1:-$here/../../target/oracles}
stamp=$directory/requirements.txt

if cmp -s "$here/requirements.txt" "$stamp"; then
    exit 0
fi
mkdir -p "$directory"
python3 -m venv "$directory/venv"
"$directory/venv/bin/pip" install --quiet --disable-pip-version-check \
    --requirement "$here/requirements.txt"
cp "$here/requirements.txt" "$stamp"
