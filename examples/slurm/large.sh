#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The large case: makes the mesh in a folder, copies the case there and hands over to job.sh, which
# runs it and queues it again if the time does not suffice.
#
#     cd examples/slurm && sbatch large.sh [FOLDER [arguments of sparkdyn run]]
#
# CELLS=84 sbatch … makes 8 million degrees of freedom of it; give it 8 times the tasks.
#
#SBATCH --job-name=sparkdyn-large
#SBATCH --ntasks=16
#SBATCH --mem-per-cpu=2G
#SBATCH --time=02:00:00
#SBATCH --signal=B:USR1@600
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail
# Slurm runs a copy of this script; the files beside it are where it was queued.
here=${SLURM_SUBMIT_DIR:-$(cd "$(dirname "$0")" && pwd)}
folder=${1:-$here/large}
[ $# -gt 0 ] && shift
cells=${CELLS:-42}

mkdir -p "$folder"
cp "$here/large.yaml" "$folder/large.yaml"
if [ ! -e "$folder/large.msh" ]; then  # a job that was queued again has it
  python3 "$here/make_mesh.py" "$cells" "$folder/large.msh.part"
  mv "$folder/large.msh.part" "$folder/large.msh"
fi
# One BLAS thread per task: the ranks are the parallelism.
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1
exec "$here/job.sh" "$folder/large.yaml" "$@"
