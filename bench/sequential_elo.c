/* The yardstick: sequential Elo as one writes it in C. Reads first, second (int32) and score (double) from
   three files, prints seconds for the loop alone. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void *whole(const char *path, size_t bytes) {
    FILE *file = fopen(path, "rb");
    void *data = malloc(bytes);
    if (!file || !data || fread(data, 1, bytes, file) != bytes) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    fclose(file);
    return data;
}

int main(int argc, char **argv) {
    if (argc != 6) {
        fprintf(stderr, "usage: %s GAMES PLAYERS FIRST SECOND SCORE\n", argv[0]);
        return 2;
    }
    size_t games = strtoull(argv[1], NULL, 10), players = strtoull(argv[2], NULL, 10);
    int32_t *first = whole(argv[3], games * sizeof *first);
    int32_t *second = whole(argv[4], games * sizeof *second);
    double *score = whole(argv[5], games * sizeof *score);
    double *rating = malloc(players * sizeof *rating);
    double best = 1e9, sum = 0;
    for (int run = 0; run < 3; run++) {
        for (size_t i = 0; i < players; i++) rating[i] = 1500.0;
        struct timespec start, end;
        clock_gettime(CLOCK_MONOTONIC, &start);
        for (size_t i = 0; i < games; i++) {
            double a = rating[first[i]], b = rating[second[i]];
            double expected = 1.0 / (1.0 + exp((b - a) * (2.302585092994046 / 400.0)));
            double change = 20.0 * (score[i] - expected);
            rating[first[i]] = a + change;
            rating[second[i]] = b - change;
        }
        clock_gettime(CLOCK_MONOTONIC, &end);
        double seconds = (end.tv_sec - start.tv_sec) + 1e-9 * (end.tv_nsec - start.tv_nsec);
        if (seconds < best) best = seconds;
    }
    for (size_t i = 0; i < players; i++) sum += rating[i];
    printf("%.9f %.6f\n", best, sum);
    return 0;
}
