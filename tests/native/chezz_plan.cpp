// Tells how the native Chezz program plans its time, for a test that compares it with the plan in Python.
//
// The first line says what differs from Python: what a move costs after its plan, and how much cheaper and dearer a start
// may be than measured. Then for each line `TOTAL LEFT MADE SEARCHES MEASURED SPENT` (SEARCHES below 0: not known), in
// seconds, the usual and the longest time of the search, or `none`.
#include <cstdio>
#include <optional>

#include "entry/time_plan.hpp"

using namespace ludus::entry;

int main() {
  std::printf("%.17g %.17g %.17g\n", parting, cheapest, overhead);
  double total, left, made, searches, measured, spent;
  while (std::scanf("%lf %lf %lf %lf %lf %lf", &total, &left, &made, &searches, &measured, &spent) == 6) {
    const std::optional<double> known = searches < 0 ? std::nullopt : std::optional(searches);
    const std::optional<Budget> budget = plan_search({total, left, made, known}, {measured, spent});
    if (budget) {
      std::printf("%.17g %.17g\n", budget->usual, budget->most);
    } else {
      std::printf("none\n");
    }
  }
  return 0;
}
