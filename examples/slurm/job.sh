#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A run that takes longer than the queue allows: stops before the job's time is over, is queued again
# and goes on, until it is done.
#
#     sbatch job.sh case.yaml [arguments of sparkdyn run]
#
#SBATCH --job-name=sparkdyn
#SBATCH --ntasks=64
#SBATCH --time=24:00:00
#SBATCH --signal=B:USR1@600
#SBATCH --requeue
#SBATCH --open-mode=append
set -uo pipefail
program=${SPARKDYN_PROGRAM:-sparkdyn}

# Slurm signals this script ten minutes before the end (--signal=B:), and the script all ranks. The
# first run needs no checkpoint: then "latest" starts from the beginning.
srun "$program" run "$@" --restart latest &
run=$!
trap 'kill -USR1 "$run"' USR1
trap 'kill -TERM "$run"' TERM
while status=0; wait "$run" || status=$?; kill -0 "$run" 2>/dev/null; do :; done

case $status in
  0) echo "done" ;;
  3) echo "stopped in time: queued again"
     scontrol requeue "$SLURM_JOB_ID" ;;
  *) echo "failed with status $status" >&2 ;;
esac
exit "$status"
