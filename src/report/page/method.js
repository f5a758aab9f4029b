// SPDX-License-Identifier: BSD-3-Clause
// The page of methods.

function showMethod() {}

main();
